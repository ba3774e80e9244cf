/** The last line that is not blank, trimmed; empty when there is none. */
export function lastLine(output: string): string {
  let end = output.length;
  while (end > 0) {
    const start = output.lastIndexOf('\n', end - 1) + 1;
    const line = output.slice(start, end).trim();
    if (line !== '') return line;
    end = start - 1;
  }
  return '';
}
