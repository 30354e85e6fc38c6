DELETE FROM status_page_subscribers WHERE status = 'pending' AND created_at < :before
