-- State that somebody decided on: recorded, over the very revision that was decided on, and no new one.
WITH changed AS (
  UPDATE rows SET state = state || :state::jsonb, moved = moved OR rows.xmin <> pg_current_xact_id()::xid
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND revision = :expected_revision
  RETURNING revision
),
-- @include audited-change
