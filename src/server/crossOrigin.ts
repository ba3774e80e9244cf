import type { RequestHandler } from 'express';
import { BOOKMARK_KEY } from './bookmarks.ts';
import type { Doorkeeper } from './doorkeeper.ts';

const REQUEST_HEADERS =
  'content-type, authorization, x-agent-id, x-namespace, x-roles, x-bookmark, apollo-require-preflight, x-apollo-operation-name';

/** CORS for the configured origins, preflight included; nobody else gets a CORS header. */
export function crossOrigin(doorkeeper: Doorkeeper): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    response.vary('origin');
    if (origin === undefined || !doorkeeper.isConfiguredOrigin(origin)) {
      next();
      return;
    }
    response.set({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': BOOKMARK_KEY,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response
      .status(204)
      .set({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': '600',
      })
      .end();
  };
}
