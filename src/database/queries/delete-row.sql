WITH changed AS (
  DELETE FROM rows
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND revision = :expected_revision
  RETURNING revision
),
-- @include audited-change
