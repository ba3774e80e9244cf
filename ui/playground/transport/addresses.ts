/** Where operations go: the server this page came from. */
export const GRAPHQL_URL = new URL('/graphql', location.href).href;

/** The same, for subscriptions. */
export const SOCKET_URL = GRAPHQL_URL.replace(/^http/, 'ws');

/** Answers whenever the server process is alive. */
export const HEALTH_URL = new URL('/healthz', location.href).href;
