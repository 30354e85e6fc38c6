-- Of these pages the alerts that somebody has to acknowledge and that nothing on record keeps back.
SELECT page.organization_id AS "organizationId", page.id, page.sender_id AS "routeId", one.id AS "alertId"
FROM jsonb_to_recordset(:pages::jsonb) AS wanted (organization_id text, id text)
JOIN pages AS page ON page.organization_id = wanted.organization_id AND page.id = wanted.id
JOIN delivery_alerts AS reported ON reported.organization_id = page.organization_id AND reported.source = page.source
JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
WHERE page.closed_at IS NULL AND one.resolved_at IS NULL AND one.acknowledged_at IS NULL
  AND one.muted_by IS NULL AND one.inhibited_by IS NULL AND one.unconfirmed_since IS NULL
