/**
 * Settings of Neo4j for databases of tests. They fill up from nothing within minutes, and Neo4j would plan their statements anew
 * every ten seconds, which took most of a run's time.
 */
export const databaseSettings = { 'dbms.cypher.min_replan_interval': '3m' };
