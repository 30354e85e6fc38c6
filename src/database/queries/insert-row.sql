-- One statement, so that a row never stands without its references, its audit record and its outbox entry.
-- @param natural_key, key_held_until: nullable
WITH changed AS (
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state,
    revision, key_held_until, search_text, created_at, updated_at)
  VALUES (:organization_id, :kind, :id, :natural_key, :sort_key, :configuration, :secrets, :state,
    nextval('row_revision'), :key_held_until, :search_text, :at, :at)
  RETURNING revision
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT :organization_id, :kind, :id, link.*
  FROM changed, jsonb_to_recordset(:links::jsonb) AS link (field text, "toKind" text, "toId" text, cascade boolean)
),
-- @include audited-change
