import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { MOST_ERRORS } from './guard/documents.ts';
import { LIMITS } from './guard/limits.ts';
import type { HttpContext } from './operationPlugin.ts';
import type { PublishError } from './publicError.ts';

/**
 * Apollo, for GraphQL over HTTP: content negotiation, CSRF prevention, execution. Nothing in it calls out, reads the
 * environment or offers a page of its own, and there are no persisted queries on first use: they trust whoever is first.
 */
export function createApollo(
  schema: GraphQLSchema,
  publish: PublishError,
  log: Logger,
  plugin: ApolloServerPlugin<HttpContext>,
): ApolloServer<HttpContext> {
  return new ApolloServer<HttpContext>({
    schema,
    logger: {
      debug: (message) => log.debug({ apollo: String(message) }, 'apollo'),
      info: (message) => log.info({ apollo: String(message) }, 'apollo'),
      warn: (message) => log.warn({ apollo: String(message) }, 'apollo'),
      error: (message) => log.error({ apollo: String(message) }, 'apollo'),
    },
    nodeEnv: 'production',
    // The schema is public (it is in the repository), so introspection and "did you mean" give nothing away.
    introspection: true,
    hideSchemaDetailsFromClientErrors: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor comes with graphql 17 only
    parseOptions: { maxTokens: LIMITS.tokens },
    validationOptions: { maxErrors: MOST_ERRORS },
    formatError: (_formatted, error) => publish(error),
    plugins: [
      plugin,
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}
