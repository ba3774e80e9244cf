import { diskFull } from './freeSpace.ts';
import { StartupError } from './startupError.ts';

/** What Maven says, and what to tell the person. */
const CAUSES: readonly { readonly says: RegExp; readonly advice: string }[] = [
  {
    says: /unknown host|name resolution|connection refused|connect timed out|connect to .* failed|network is unreachable|could not transfer|no route to host|offline mode|PKIX path/i,
    advice:
      'Check the network. Behind a proxy or with a mirror of your own, set it in ~/.m2/settings.xml; then start again.',
  },
  {
    says: /JAVA_HOME|JRE.*not.*(found|defined)|java: (command )?not found|UnsupportedClassVersionError/i,
    advice: 'Maven itself needs a Java: set JAVA_HOME to an installed JDK, then start again.',
  },
  {
    says: /could not find artifact|was not found in/i,
    advice:
      'The repository that Maven uses lacks this file: check the mirrors in ~/.m2/settings.xml, then start again.',
  },
];

/**
 * Turns the output of a Maven that failed into one clear message.
 * @param subject what was to be downloaded
 * @param lines what Maven printed
 * @param folder where it wrote to
 */
export function mavenFailure(subject: string, lines: readonly string[], folder: string): StartupError {
  if (lines.some((line) => /no space left on device/i.test(line)))
    return diskFull(folder, `Maven could not write ${subject}`);
  const cause = CAUSES.find(({ says }) => lines.some((line) => says.test(line)));
  const errors = lines.filter((line) => /ERROR\S*\s+\S/.test(line));
  const told =
    errors.find((line) => cause?.says.test(line)) ??
    errors[0] ??
    lines.findLast((line) => line.trim() !== '') ??
    'it printed nothing';
  const sentence = told
    .replace(/^\[ERROR\]\s*/, '')
    .replace(/\s*->\s*\[Help \d+\]\s*$/, '')
    .slice(0, 600);
  return new StartupError(
    `Maven could not download ${subject}: ${sentence}`,
    cause?.advice ?? 'Start again with `mvn` working: `mvn --version` and the message above say more.',
  );
}
