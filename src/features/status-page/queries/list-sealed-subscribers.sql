SELECT organization_id, id, sealed_address
FROM status_page_subscribers
WHERE (organization_id, id) > (:after_organization_id::text, :after_id::text)
ORDER BY organization_id, id
LIMIT :limit
