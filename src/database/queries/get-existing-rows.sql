-- Which of these rows there are, as kind/id.
-- @plural: get-existing-rows-of-several
-- @result existing: string[]!
SELECT ARRAY(
  SELECT rows.kind || '/' || rows.id
  FROM jsonb_to_recordset(:targets::jsonb) AS target ("toKind" text, "toId" text)
  JOIN rows ON rows.organization_id = :organization_id AND rows.kind = "toKind" AND rows.id = "toId"
) AS existing
