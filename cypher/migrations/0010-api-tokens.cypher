// API tokens, by the id that is part of their text.
CREATE CONSTRAINT api_token_id IF NOT EXISTS FOR (t:ApiToken) REQUIRE t.id IS UNIQUE;
