// Which writes went through, after a commit of unknown fate. The counter is locked first: a commit that is still under
// way holds it, and is over, one way or the other, when the look begins. Params: writeIds. Columns: writeId, payload.
// Index: outbox_counter_name, outbox_event_write_id.
CYPHER 25
MATCH (c:OutboxCounter {name: 'outbox'})
SET c.lock = true
WITH c
UNWIND $writeIds AS writeId
MATCH (e:OutboxEvent {writeId: writeId})
RETURN e.writeId AS writeId, e.payload AS payload
