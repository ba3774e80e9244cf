/** Environment variables handed in as values; only `main.ts` reads `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
