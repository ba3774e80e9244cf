// What lists go by: the order of each index is the order of a list, so a page is read from its place on (ADR 0011).
CREATE INDEX memory_list_priority IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.priority, m.updatedAt, m.id);
CREATE INDEX memory_list_updated IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.updatedAt, m.id);
CREATE INDEX memory_list_created IF NOT EXISTS FOR (m:Memory) ON (m.namespace, m.createdAt, m.id);
