-- How long an SLO may be without figures is its own from now on: one that went by what its organization says keeps that.
-- What was not said at all was shown as 10: such a row reads as before, so that its revision stays.
WITH said AS (
  SELECT slos.organization_id, slos.id,
    coalesce(settings.configuration->'missing_after_minutes', '10') AS minutes
  FROM rows AS slos
  LEFT JOIN rows AS settings
    ON settings.organization_id = slos.organization_id AND settings.kind = 'organization_settings'
  WHERE slos.kind = 'slos' AND coalesce(slos.configuration->'missing_after_minutes', '10') = '10'
)
UPDATE rows
SET configuration = rows.configuration || jsonb_build_object('missing_after_minutes', said.minutes),
  revision = CASE WHEN said.minutes = '10' THEN rows.revision ELSE nextval('row_revision') END,
  updated_at = CASE WHEN said.minutes = '10' THEN rows.updated_at ELSE now() END
FROM said
WHERE rows.organization_id = said.organization_id AND rows.kind = 'slos' AND rows.id = said.id
  AND (said.minutes <> '10' OR NOT rows.configuration ? 'missing_after_minutes');
