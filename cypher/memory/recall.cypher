// Recall in one round trip: candidates by meaning and by words, min-max fusion, spreading along NEXT and links, episode
// score (design §4). Every row, also one that spreading passes through, meets the same filters.
// Params: vector | null, lucene | null, compared | null (candidates by filter words, compared exactly: for tags, byTags,
//   and for what was divided into atoms), includeAtomised, now, limit,
//   candidates, passages (to be fetched, and folded into their memories), textLimit, recipe {vectorWeight, next, afterNext, link,
//   episode}, reader {all, tokens, narrow}, agentId, asAgent | null, unfiltered, shared [{scope, root}], tiers, kinds, tags, since, until, namespaces | null, weights.
// Columns: hits [{record, score, passage {start, end} | null}], vectorCandidates, textCandidates, awaitingEmbedding.
// Index: memory_embedding, passage_embedding, memory_text, namespace_path, memory_awaits_embedding, memory_target.
CYPHER 25
CALL () {
  MATCH (waiting:Memory {awaitsEmbedding: true})
  WITH waiting LIMIT 1000
  RETURN count(waiting) AS awaitingEmbedding
}
CALL () {
  MATCH (p:Passage)
  RETURN count(p) AS passageCount
}
CALL () {
  OPTIONAL MATCH (handed:Memory {targetAgentId: $agentId})
  WITH handed LIMIT 1
  RETURN handed IS NOT NULL AS hasTargeted
}
CALL () {
  UNWIND $shared AS part
  MATCH (n:Namespace)
  WHERE n.path = part.root OR n.path STARTS WITH part.root + '/'
  RETURN collect(part.scope + '|' + n.path) AS sharedAudiences
}
WITH awaitingEmbedding, passageCount, hasTargeted,
  sharedAudiences + ['collective'] + CASE WHEN $asAgent IS NULL THEN ['private|' + $agentId] ELSE [] END AS audiences
CALL (audiences, passageCount, hasTargeted) {
  CALL (audiences, passageCount, hasTargeted) {
    CALL (audiences) {
      WHEN $vector IS NULL OR $byTags THEN { UNWIND [] AS m RETURN m, 0.0 AS s }
      WHEN $unfiltered AND $namespaces IS NULL THEN {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.tier IN $tiers AND m.memoryKind IN $kinds AND m.createdAt >= $since AND m.createdAt < $until AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT $candidates) SCORE AS s
        RETURN m, s
      }
      WHEN $unfiltered THEN {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.namespace IN $namespaces AND m.tier IN $tiers AND m.memoryKind IN $kinds
            AND m.createdAt >= $since AND m.createdAt < $until AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT $candidates) SCORE AS s
        RETURN m, s
      }
      WHEN $namespaces IS NULL THEN {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.audience IN audiences AND m.tier IN $tiers AND m.memoryKind IN $kinds
            AND m.createdAt >= $since AND m.createdAt < $until AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT $candidates) SCORE AS s
        RETURN m, s
      }
      ELSE {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.audience IN audiences AND m.namespace IN $namespaces AND m.tier IN $tiers AND m.memoryKind IN $kinds
            AND m.createdAt >= $since AND m.createdAt < $until AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT $candidates) SCORE AS s
        RETURN m, s
      }
    }
    RETURN 'vector' AS arm, m, s, -1 AS start, -1 AS end
   UNION ALL
    // Private rows that the audience keys cannot name: those handed to the caller, and those at the position it looks from.
    CALL (hasTargeted) {
      WHEN $vector IS NULL OR $byTags OR $unfiltered OR ($asAgent IS NULL AND NOT hasTargeted) THEN { UNWIND [] AS m RETURN m, 0.0 AS s }
      WHEN $asAgent IS NOT NULL THEN {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.namespace = $asAgent AND m.scope = 'PRIVATE' AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT 500) SCORE AS s
        RETURN m, s
      }
      ELSE {
        MATCH (m:Memory)
        SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector
          WHERE m.targetAgentId = $agentId AND m.tier IN $tiers AND m.memoryKind IN $kinds
            AND m.createdAt >= $since AND m.createdAt < $until AND m.liveUntil > $now AND m.atomised IS NULL
          LIMIT $candidates) SCORE AS s
        RETURN m, s
      }
    }
    RETURN 'vector' AS arm, m, s, -1 AS start, -1 AS end
   UNION ALL
    // The same among the passages of long memories, where there are any. Every passage counts for its memory.
    CALL (audiences, passageCount) {
      WHEN passageCount = 0 OR $vector IS NULL OR $byTags THEN { UNWIND [] AS p RETURN p, 0.0 AS s }
      WHEN $unfiltered AND $namespaces IS NULL THEN {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.tier IN $tiers AND p.memoryKind IN $kinds AND p.createdAt >= $since AND p.createdAt < $until AND p.liveUntil > $now
          LIMIT $passages) SCORE AS s
        RETURN p, s
      }
      WHEN $unfiltered THEN {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.namespace IN $namespaces AND p.tier IN $tiers AND p.memoryKind IN $kinds
            AND p.createdAt >= $since AND p.createdAt < $until AND p.liveUntil > $now
          LIMIT $passages) SCORE AS s
        RETURN p, s
      }
      WHEN $namespaces IS NULL THEN {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.audience IN audiences AND p.tier IN $tiers AND p.memoryKind IN $kinds
            AND p.createdAt >= $since AND p.createdAt < $until AND p.liveUntil > $now
          LIMIT $passages) SCORE AS s
        RETURN p, s
      }
      ELSE {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.audience IN audiences AND p.namespace IN $namespaces AND p.tier IN $tiers AND p.memoryKind IN $kinds
            AND p.createdAt >= $since AND p.createdAt < $until AND p.liveUntil > $now
          LIMIT $passages) SCORE AS s
        RETURN p, s
      }
    }
    MATCH (p)-[:PASSAGE_OF]->(m)
    RETURN 'vector' AS arm, m, s, p.start AS start, p.end AS end
   UNION ALL
    CALL (passageCount, hasTargeted) {
      WHEN passageCount = 0 OR $vector IS NULL OR $byTags OR $unfiltered OR ($asAgent IS NULL AND NOT hasTargeted) THEN { UNWIND [] AS p RETURN p, 0.0 AS s }
      WHEN $asAgent IS NOT NULL THEN {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.namespace = $asAgent AND p.scope = 'PRIVATE' AND p.liveUntil > $now
          LIMIT 500) SCORE AS s
        RETURN p, s
      }
      ELSE {
        MATCH (p:Passage)
        SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector
          WHERE p.targetAgentId = $agentId AND p.tier IN $tiers AND p.memoryKind IN $kinds
            AND p.createdAt >= $since AND p.createdAt < $until AND p.liveUntil > $now
          LIMIT $passages) SCORE AS s
        RETURN p, s
      }
    }
    MATCH (p)-[:PASSAGE_OF]->(m)
    RETURN 'vector' AS arm, m, s, p.start AS start, p.end AS end
   UNION ALL
    CALL () {
      WHEN $vector IS NULL OR $compared IS NULL THEN { UNWIND [] AS m RETURN m, 0.0 AS s, -1 AS start, -1 AS end }
      ELSE {
        CALL db.index.fulltext.queryNodes('memory_text', $compared, {limit: 5000}) YIELD node AS m
        WHERE m.embedding IS NOT NULL
        UNWIND [m] + [(m)<-[:PASSAGE_OF]-(p) WHERE p.embedding IS NOT NULL | p] AS part
        RETURN m, vector.similarity.cosine(part.embedding, toFloatList($vector)) AS s,
          coalesce(part.start, -1) AS start, coalesce(part.end, -1) AS end
      }
    }
    RETURN 'vector' AS arm, m, s, start, end
   UNION ALL
    CALL () {
      WHEN $lucene IS NULL THEN { UNWIND [] AS m RETURN m, 0.0 AS s }
      ELSE {
        CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $textLimit}) YIELD node AS m, score AS s
        RETURN m, s
      }
    }
    RETURN 'text' AS arm, m, s, -1 AS start, -1 AS end
  }
  // Folded: a memory counts by the best of its places, and remembers it.
  WITH arm, m, max([s, start, end]) AS best
  WITH arm, m, best[0] AS s, CASE WHEN best[1] < 0 THEN null ELSE {start: best[1], end: best[2]} END AS passage
  WHERE m:Memory AND m.liveUntil > $now AND ($includeAtomised OR m.atomised IS NULL) AND m.tier IN $tiers AND m.memoryKind IN $kinds
    AND m.createdAt >= $since AND m.createdAt < $until
    AND ($namespaces IS NULL OR m.namespace IN $namespaces)
    AND all(tag IN $tags WHERE tag IN m.tags)
    AND ($reader.all OR any(token IN $reader.tokens WHERE token IN m.readers))
    AND ($reader.narrow IS NULL OR any(token IN $reader.narrow WHERE token IN m.readers))
  WITH arm, m, s, passage ORDER BY s DESC
  WITH arm, collect({m: m, s: s, passage: passage})[0..$candidates] AS hits
  WITH collect({arm: arm, hits: hits, high: hits[0].s, low: hits[-1].s}) AS arms
  WITH arms,
    reduce(n = 0, a IN arms | n + CASE a.arm WHEN 'vector' THEN size(a.hits) ELSE 0 END) AS vectorCandidates,
    reduce(n = 0, a IN arms | n + CASE a.arm WHEN 'text' THEN size(a.hits) ELSE 0 END) AS textCandidates,
    reduce(found = [], a IN arms | found + [hit IN a.hits WHERE hit.passage IS NOT NULL]) AS found
  CALL (arms, found) {
    UNWIND arms AS a
    UNWIND a.hits AS hit
    // Min-max; where all candidates score alike, also where there is one only, each counts whole.
    WITH hit.m AS m,
      CASE a.arm WHEN 'vector' THEN $recipe.vectorWeight ELSE 1 - $recipe.vectorWeight END
      * CASE WHEN a.high > a.low THEN (hit.s - a.low) / (a.high - a.low) ELSE 1.0 END AS part
    WITH m, sum(part) AS base
    CALL (m, base) {
      RETURN m AS t, [] AS passed, base AS s
     UNION ALL
      // Spelt out: a pattern of variable length is several times as slow here.
      MATCH (m)-[:NEXT]-(near)
      WITH near, base, [(near)-[:NEXT]-(far) WHERE far <> m | {t: far, passed: [near, far], s: base * $recipe.afterNext}] AS farther
      UNWIND [{t: near, passed: [near], s: base * $recipe.next}] + farther AS step
      RETURN step.t AS t, step.passed AS passed, step.s AS s
     UNION ALL
      MATCH (m)-[r:RELATED_TO|SUPERSEDES|CONTRADICTS|DERIVED_FROM|DERIVES_FROM|REFLECTS_ON]-(t)
      WHERE $recipe.link > 0 AND base > 0
        AND (r.validFrom IS NULL OR r.validFrom <= $now) AND (r.validUntil IS NULL OR r.validUntil > $now)
      WITH t, base LIMIT 50
      RETURN t, [t] AS passed, base * $recipe.link AS s
    }
    WITH t, passed, s
    WHERE all(x IN passed WHERE x:Memory AND x.liveUntil > $now AND ($includeAtomised OR x.atomised IS NULL) AND x.tier IN $tiers AND x.memoryKind IN $kinds
      AND x.createdAt >= $since AND x.createdAt < $until
      AND ($namespaces IS NULL OR x.namespace IN $namespaces)
      AND all(tag IN $tags WHERE tag IN x.tags)
      AND ($reader.all OR any(token IN $reader.tokens WHERE token IN x.readers))
      AND ($reader.narrow IS NULL OR any(token IN $reader.narrow WHERE token IN x.readers)))
    WITH t, sum(s) AS s ORDER BY s DESC LIMIT 200
    WITH t.episodeKey AS episode, collect({t: t, s: s}) AS members
    WITH members,
      CASE WHEN episode IS NULL THEN 0.0 ELSE reduce(a = 0.0, x IN members[0..3] | a + x.s) / size(members[0..3]) END AS episodeScore
    WITH collect({members: members, s: episodeScore}) AS episodes, max(episodeScore) AS top
    UNWIND episodes AS e
    UNWIND e.members AS x
    WITH x.t AS t,
      (x.s + CASE WHEN top > 0 THEN $recipe.episode * e.s / top ELSE 0.0 END) * coalesce($weights[x.t.namespace], 1.0) AS score
    ORDER BY score DESC, t.id LIMIT $limit
    RETURN collect({record: t {.*, embedding: null, embeddingB: null, keys: null}, score: score,
      passage: head([hit IN found WHERE hit.m = t | hit.passage])}) AS hits
  }
  RETURN hits, vectorCandidates, textCandidates
}
RETURN hits, vectorCandidates, textCandidates, awaitingEmbedding
