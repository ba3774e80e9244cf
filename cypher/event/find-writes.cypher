// Which writes went through, after a commit of unknown fate. Params: writeIds. Columns: writeId, payload.
// Index: outbox_event_write_id.
UNWIND $writeIds AS writeId
MATCH (e:OutboxEvent {writeId: writeId})
RETURN e.writeId AS writeId, e.payload AS payload
