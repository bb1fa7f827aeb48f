def page_of(found):
    return ""
