SELECT organization_id, version FROM status_pages
