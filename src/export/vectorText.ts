/** A vector as text: 32-bit floats, little-endian, base64. Exact, since the stored ones come from 32-bit floats. */
export function encodeVector(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}

/** The vector of a text of {@link encodeVector}; null when it is none of that many dimensions, all finite. */
export function decodeVector(text: string, dimensions: number): number[] | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== dimensions * 4) return null;
  const values = Array.from({ length: dimensions }, (_, index) => bytes.readFloatLE(index * 4));
  return values.every(Number.isFinite) ? values : null;
}
