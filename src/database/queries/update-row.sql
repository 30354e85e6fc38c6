-- Writes only over the revision that was decided on. State merges: checkers move it meanwhile.
WITH changed AS (
-- @include update-of-row
), unlinked AS (
  DELETE FROM row_references r
  USING changed
  WHERE r.organization_id = :organization_id AND r.kind = :kind AND r.id = :id
    AND r.field NOT IN (SELECT link.field FROM jsonb_to_recordset(:links::jsonb) AS link (field text))
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT :organization_id, :kind, :id, link.*
  FROM changed, jsonb_to_recordset(:links::jsonb) AS link (field text, "toKind" text, "toId" text, cascade boolean)
  ON CONFLICT (organization_id, kind, id, field)
  DO UPDATE SET to_kind = EXCLUDED.to_kind, to_id = EXCLUDED.to_id
  WHERE (row_references.to_kind, row_references.to_id) IS DISTINCT FROM (EXCLUDED.to_kind, EXCLUDED.to_id)
),
-- @include audited-change
