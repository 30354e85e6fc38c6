UPDATE status_page_subscribers SET sealed_address = :after
WHERE organization_id = :organization_id AND id = :id AND sealed_address = :before
RETURNING id
