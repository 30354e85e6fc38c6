-- get-existing-rows.sql for several at once; place counts the asked from 1.
-- @result place: !
-- @result existing: string[]!
SELECT asked.place::int AS place, ARRAY(
  SELECT rows.kind || '/' || rows.id
  FROM jsonb_to_recordset(asked.targets) AS target ("toKind" text, "toId" text)
  JOIN rows ON rows.organization_id = asked.organization_id AND rows.kind = "toKind" AND rows.id = "toId"
) AS existing
FROM unnest(:organization_id::text[], :targets::jsonb[]) WITH ORDINALITY AS asked(organization_id, targets, place)
