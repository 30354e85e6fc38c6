-- @result confirmed, pending, suspended: !
SELECT (count(*) FILTER (WHERE status = 'confirmed'))::integer AS confirmed,
  (count(*) FILTER (WHERE status = 'pending'))::integer AS pending,
  (count(*) FILTER (WHERE status = 'suspended'))::integer AS suspended
FROM status_page_subscribers
WHERE organization_id = :organization_id
