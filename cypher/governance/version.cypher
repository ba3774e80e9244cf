// The number that moves with every change of a policy or standard. Columns: version. Index: outbox_counter_name.
MATCH (c:OutboxCounter {name: 'outbox'})
RETURN c.policyVersion AS version
