-- What the agent of a connector last said of its engine.
CREATE TABLE render_acknowledgements (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  digest text NOT NULL,
  ok boolean NOT NULL,
  message text,
  -- The engine's version, as the agent saw it.
  version text,
  -- What the engine runs: the digest that last took, and the targets that Prometheus may ask it for.
  running_digest text,
  targets jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  -- The same by the database's own clock; or when the connector was switched on, where that is later.
  heard_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Whether people were told that the agent is silent.
  silence_told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, connector_id)
);

-- The connectors whose loop the service runs itself, and which node does. A row goes with its connector.
CREATE TABLE hosted_connectors (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  -- The node, until the lease is over or given back.
  holder text COLLATE "C",
  held_until timestamptz(3),
  PRIMARY KEY (organization_id, connector_id)
);

-- Rows of before may ask for it already: it was a note, and means something from here on.
INSERT INTO hosted_connectors (organization_id, connector_id)
SELECT organization_id, id
FROM rows
WHERE kind = 'connectors' AND configuration -> 'metadata' ->> 'run_in' = 'service'
  AND configuration ->> 'connector_type' IN ('prometheus', 'mimir', 'vmalert', 'blackbox_exporter')
  AND coalesce(configuration ->> 'enabled', 'true') = 'true';

-- A secret is sent only to the address that it was given for. Of rows of before that is their present one.
UPDATE rows
SET state = state || jsonb_build_object('secret_addresses', (
  SELECT jsonb_object_agg(name, configuration -> CASE kind WHEN 'data_sources' THEN 'url' ELSE 'target' END)
  FROM jsonb_object_keys(secrets) AS name
))
WHERE kind IN ('data_sources', 'synthetic_checks') AND secrets <> '{}';
