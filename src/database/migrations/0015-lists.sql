-- What a search looks through: the texts of the settings in lower case, without ids, whose letters are chance. The
-- program writes it with every row (engine/row-facts.ts). Null is a row that a program of before this wrote.
ALTER TABLE rows ADD COLUMN search_text text;

CREATE FUNCTION searched_text(configuration jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(lower(string_agg(value #>> '{}', ' ')), 2000)
  FROM jsonb_path_query(configuration, '$.**') AS value
  WHERE jsonb_typeof(value) = 'string' AND value #>> '{}' !~ '^[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}$'
$$;

UPDATE rows SET search_text = coalesce(searched_text(configuration), '');

-- Counts and deep pages are read off the index alone.
CREATE INDEX rows_listed ON rows (organization_id, kind, sort_key, id) INCLUDE (key_held_until);
DROP INDEX rows_in_order;

-- A person's own ways to look at a list: the search, the filters, the order and the columns of its address.
CREATE TABLE list_views (
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  query text NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, user_id, kind, name),
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
);
