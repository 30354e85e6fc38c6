SELECT organization_id FROM status_pages WHERE domain = :domain
