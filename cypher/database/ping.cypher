// Whether the database answers. Columns: answer.
RETURN 1 AS answer
