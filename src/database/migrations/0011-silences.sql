-- Which silence of an engine stands for which mute. Where the mute is gone, the silence still has to be ended there.
CREATE TABLE alert_silences (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  silence_id text COLLATE "C" NOT NULL,
  mute_id text COLLATE "C" NOT NULL,
  -- Whether somebody made it at the engine, and the mute follows it.
  made_there boolean NOT NULL,
  -- By this database's clock: when an engine of the connector last had it. A connector may stand for a pair of engines.
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, connector_id, silence_id)
);

-- By this database's clock: when it came, or an engine of its connector last reported it.
ALTER TABLE alerts ADD COLUMN seen_at timestamptz(3) NOT NULL DEFAULT now();
