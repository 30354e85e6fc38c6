-- Keys of engines are bound to the connector that stands for the engine; every other key is bound to none.
ALTER TABLE api_keys ADD COLUMN connector_id text;
