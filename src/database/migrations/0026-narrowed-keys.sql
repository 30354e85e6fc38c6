-- What a key is narrowed to, next to its scopes; null: no limit.
ALTER TABLE api_keys
  ADD kinds text[] CHECK (cardinality(kinds) > 0),
  ADD verbs text[] CHECK (cardinality(verbs) > 0),
  ADD services text[] CHECK (cardinality(services) > 0),
  ADD team_id text COLLATE "C",
  ADD addresses text[] CHECK (cardinality(addresses) > 0),
  -- Where it was last used from.
  ADD last_used_address text;
