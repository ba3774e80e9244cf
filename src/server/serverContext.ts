import type { OperationTypeNode } from 'graphql';
import type { Principal } from '../agent/principal.ts';
import type { Bookmarks } from './bookmarks.ts';

/** The least a GraphQL context must have for the server; what else is in it is the composition root's affair. */
export interface ServerContext {
  readonly bookmarks: Bookmarks;
}

/** What is known of a request besides its principal. */
export interface RequestInfo {
  readonly transport: 'http' | 'websocket';
  /** Lets reads go to followers. */
  readonly operation: OperationTypeNode;
  /** States of the database that the client has seen. */
  readonly bookmarks: readonly string[];
}

/**
 * Makes the context of one operation. Called after the operation has passed every check, so that a refused one costs
 * nothing of the database. What it throws answers the request: refusals as they are, all else masked.
 */
export type ContextFor<Context extends ServerContext> = (principal: Principal, info: RequestInfo) => Promise<Context>;
