import express, { type RequestHandler } from 'express';
import { GraphQLError } from 'graphql';
import type { Documents } from './guard/documents.ts';
import { checkJsonShape } from './jsonShape.ts';

/**
 * Largest body: `storeMemories` takes 500 rows of 64 KiB of content, and quoting them for JSON adds to that.
 */
export const BODY_BYTES = 40 * 1024 * 1024;

/** A refusal that passes through body-parser, which wraps what `verify` throws: it is unwrapped again below. */
class Unfit extends Error {
  readonly status = 400;
  readonly type = 'unfit';
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('unfit');
    this.refusal = refusal;
  }
}

/**
 * Reads the JSON body of a GraphQL request within bounds of size, depth and number of values. Compressed bodies are not
 * taken: a bound in bytes should be one of bytes sent. UTF-8 only, since the shape is looked at byte by byte.
 */
export function readBody(): RequestHandler {
  const json = express.json({
    limit: BODY_BYTES,
    inflate: false,
    verify(_request, _response, text, encoding) {
      try {
        if (encoding !== 'utf-8') throw Object.assign(new Error(), { type: 'charset.unsupported', status: 415 });
        checkJsonShape('body', text);
      } catch (error) {
        throw new Unfit(error);
      }
    },
  });
  return (request, response, next) => {
    json(request, response, (error?: unknown) => next(error instanceof Unfit ? error.refusal : error));
  };
}

/**
 * Reads the document of a request before Apollo does: Apollo parses and validates in one go, and what its validation may
 * be given has to be bounded first. The document is kept, so the guard finds it again for nothing.
 */
export function checkDocument(documents: Documents): RequestHandler {
  return (request, _response, next) => {
    const body: unknown = request.body;
    const source = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
    try {
      if (typeof source === 'string') documents.read(source);
    } catch (error) {
      // Syntax errors, and queries that are no text, are for Apollo to answer.
      if (!(error instanceof GraphQLError)) throw error;
    }
    next();
  };
}
