-- @back 69: it asks no key before something grave is done

-- Whether REST asks the key before something grave is done, as MCP and the console ask everybody.
ALTER TABLE api_keys ADD COLUMN ask boolean NOT NULL DEFAULT false;
