-- The alerts of a page that are open and that nobody has acknowledged, or only this person, the oldest first.
-- @param by: nullable
SELECT one.id
FROM pages AS page
JOIN delivery_alerts AS reported ON reported.organization_id = page.organization_id AND reported.source = page.source
JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
WHERE page.organization_id = :organization_id AND page.id = :id AND one.resolved_at IS NULL
  AND (one.acknowledged_at IS NULL OR one.acknowledged_by = :by)
ORDER BY one.started_at, one.id
LIMIT :limit
