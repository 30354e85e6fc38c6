-- A connector may have several agents, such as one beside each Alertmanager of a pair. Each says for itself what its
-- engine runs. What was said before this, or by an agent that gives no name, has the empty name.
ALTER TABLE render_acknowledgements
  ADD COLUMN instance text COLLATE "C" NOT NULL DEFAULT '',
  -- Whether the engine runs the rendering and cannot evaluate all of it.
  ADD COLUMN degraded boolean NOT NULL DEFAULT false,
  -- Whether the agent ended and said so: who speaks next takes its place.
  ADD COLUMN departed boolean NOT NULL DEFAULT false,
  -- When it first said that the engine runs running_digest; null for what was said before this.
  ADD COLUMN running_since timestamptz,
  DROP CONSTRAINT render_acknowledgements_pkey,
  ADD PRIMARY KEY (organization_id, connector_id, instance);
ALTER TABLE render_acknowledgements ALTER COLUMN instance DROP DEFAULT;
