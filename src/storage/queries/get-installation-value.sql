SELECT value FROM installation WHERE name = $1
