-- The nodes that run on this database, so that one which starts can see whether its keys fit theirs. A node says every
-- few seconds that it is there, and takes its row away when it ends.
CREATE TABLE nodes (
  id text PRIMARY KEY,
  -- Host and port: the workers of one program share both.
  place text NOT NULL,
  -- The ids of its sealing keys; the first seals.
  key_ids text[] NOT NULL,
  seen_at timestamptz NOT NULL
);
