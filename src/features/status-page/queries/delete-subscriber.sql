DELETE FROM status_page_subscribers WHERE organization_id = :organization_id AND id = :id
