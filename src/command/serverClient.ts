/** A refusal of the server, or none to be reached, in words. */
export class ServerRefused extends Error {
  override readonly name = 'ServerRefused';
}

/** Speaks GraphQL to a running server. */
export class ServerClient {
  readonly #url: string;
  readonly #token: string | undefined;

  /** @param url of the server, without `/graphql` */
  constructor(url: string, token: string | undefined) {
    this.#url = `${url.replace(/\/$/, '')}/graphql`;
    this.#token = token;
  }

  /** @throws ServerRefused */
  async ask<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    let answer: { data?: Data | null; errors?: { message: string; extensions?: { code?: string } }[] };
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        },
        body: JSON.stringify({ query, variables }),
      });
      answer = (await response.json()) as typeof answer;
    } catch (error) {
      throw new ServerRefused(`no Mnemograph answers at ${this.#url}: ${reasonOf(error)}`, { cause: error });
    }
    const [refusal] = answer.errors ?? [];
    if (refusal) throw new ServerRefused(`${refusal.extensions?.code ?? 'refused'}: ${refusal.message}`);
    if (answer.data == null) throw new ServerRefused(`${this.#url} does not speak GraphQL`);
    return answer.data;
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
