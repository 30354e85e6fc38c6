-- The events of SLOs, for replays: a record a day (UTC) with all events and the bad ones of each five minutes from
-- midnight on, as rates of four bytes (float4send), one behind the other; NaN where none were reported.
CREATE TABLE slo_history (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- How many five minutes it has.
  steps smallint NOT NULL CHECK (steps BETWEEN 1 AND 288),
  total bytea NOT NULL,
  bad bytea NOT NULL,
  PRIMARY KEY (organization_id, kind, id, day),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);
-- What is old, and what is beyond the bounds, goes by its day.
CREATE INDEX slo_history_by_day ON slo_history (organization_id, day);
