/** Thrown for a read that did not end when its transaction should have. */
export class Overdue extends Error {
  constructor(milliseconds: number) {
    super(`the database did not answer within ${milliseconds} ms`);
    this.name = 'Overdue';
  }
}

/**
 * The result of `work`, if it comes in time; what comes later is dropped.
 * @throws Overdue after so many milliseconds
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Overdue(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
