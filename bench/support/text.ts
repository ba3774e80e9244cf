/** Text for benches: sentences of common words, the same ones in every run. */

const WORDS = (
  'time people year way day man thing woman life child world school state family student group country problem hand part place case week ' +
  'company system program question work government number night point home water room mother area money story fact month lot right study ' +
  'book eye job word business issue side kind head house service friend father power hour game line end member law car city community name ' +
  'president team minute idea body information back parent face level office door health person art war history party result change morning ' +
  'reason research girl guy moment air teacher force education deploy cluster index query graph memory agent policy vector server release'
).split(' ');

/** A small generator with a seed (mulberry32), so that runs compare. */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` words. */
export function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

/** A unit vector. */
export function unitVector(random: () => number, dimensions: number): number[] {
  const values = Array.from({ length: dimensions }, () => random() - 0.5);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}
