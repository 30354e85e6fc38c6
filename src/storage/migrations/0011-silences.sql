-- Which silence of an engine stands for which mute. Where the mute is gone, the silence still has to be ended there.
CREATE TABLE alert_silences (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  silence_id text COLLATE "C" NOT NULL,
  mute_id text COLLATE "C" NOT NULL,
  -- Whether somebody made it at the engine, and the mute follows it.
  made_there boolean NOT NULL,
  PRIMARY KEY (organization_id, connector_id, silence_id)
);

-- By this database's clock. What an engine reports of a moment before that says nothing about it.
ALTER TABLE alerts ADD COLUMN taken_in_at timestamptz(3) NOT NULL DEFAULT now();
