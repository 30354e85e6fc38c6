-- What rows reported over time, for charts: one record a row and span, with all of its figures. A figure is its value, or
-- of several its mean, least and most. docs/decisions/0026-figures.md
CREATE TABLE figures (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Seconds that the record stands for: 300, 3600 or 86400.
  span integer NOT NULL,
  at timestamptz(0) NOT NULL,
  -- How many records of the shortest span are in it.
  weight integer NOT NULL,
  figures jsonb NOT NULL,
  PRIMARY KEY (organization_id, kind, id, span, at),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);
-- What is old is looked for in all organizations.
CREATE INDEX figures_by_age ON figures (span, at);

-- How many deliveries there were on a day.
CREATE INDEX deliveries_by_time ON deliveries (organization_id, created_at);
