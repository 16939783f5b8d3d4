// Technologies: shops and their extensions.

/** Rows in the format of `rows.ts`. */
export const SHOPS = String.raw`
WooCommerce | 6 87 | woocommerce.com | cpe=woocommerce:woocommerce | meta.generator=^woocommerce ([\d.]+) | plugin=woocommerce
| cookie=^woocommerce_ | cookie=^wp_woocommerce_session_ | > WordPress
Easy Digital Downloads | 6 87 | easydigitaldownloads.com | meta.generator=^easy digital downloads v([\d.]+)
| plugin=easy-digital-downloads | > WordPress
Shopify | 6 | www.shopify.com | header.x-shopify-stage | header.x-shopid | header.powered-by=^shopify$ | cookie=^_shopify_
| host=cdn.shopify.com | header.x-sorting-hat-shopid | inline=Shopify\.shop ?= | cname=\.myshopify\.com
Shopify Plus | 6 | www.shopify.com/plus | host=checkout.shopify.com ~30 | inline=Shopify\.Checkout\.isPlus | ? Shopify
Magento | 6 | business.adobe.com/products/magento | cpe=magento:magento | header.x-magento-vary | header.x-magento-cache-debug
| header.x-magento-tags | cookie=^X-Magento-Vary$ | cookie=^mage- | cookie=^frontend_cid$
| script=/(?:static/version\d+/frontend|mage/|skin/frontend)/ | dom=script[type="text/x-magento-init"] | > PHP, MySQL
PrestaShop | 6 | www.prestashop.com | cpe=prestashop:prestashop | header.powered-by=^prestashop | meta.generator=^prestashop$
| cookie=^PrestaShop- | inline=var prestashop = | > PHP, MySQL
Shopware | 6 | www.shopware.com | header.sw-version-id | header.sw-context-token | meta.application-name=^shopware
| script=/bundles/storefront/ | script=shopware\.js | > PHP, Symfony
OpenCart | 6 | www.opencart.com | cpe=opencart:opencart | cookie=^OCSESSID$ | script=catalog/view/(?:javascript|theme) | > PHP
BigCommerce | 6 | www.bigcommerce.com | script=cdn\d*\.bigcommerce\.com | link=cdn\d*\.bigcommerce\.com | header.x-bc-store-version
| cookie=^SHOP_SESSION_TOKEN$
Salesforce Commerce Cloud | 6 | www.salesforce.com/commerce | cookie=^dwsid$ | cookie=^dwac_ | script=/on/demandware\.static/
| link=/on/demandware\.static/ | header.server=^demandware
SAP Commerce Cloud | 6 | www.sap.com | script=/_ui/(?:responsive|shared|addons)/ | link=/_ui/(?:responsive|shared|addons)/
| cookie=^_hybris | > Java
HCL Commerce | 6 | www.hcl-software.com | cookie=^WC_(?:PERSISTENT|SESSION_ESTABLISHED)$ | script=/wcsstore/ | > Java
Oracle Commerce | 6 | www.oracle.com | header.x-atg-version | > Java
commercetools | 6 | commercetools.com | host=api.europe-west1.gcp.commercetools.com ~80 | inline=\.commercetools\.com
VTEX | 6 | vtex.com | header.powered=^vtex | header.x-vtex-janus-router-backend-app | cookie=^VtexFingerPrint$
| script=\.vteximg\.com\.br|io\.vtex\.com|\.vtexassets\.com | host=io.vtex.com.br
Nuvemshop | 6 | www.nuvemshop.com.br | script=(?:nuvemshop|tiendanube|mitiendanube)\.com | inline=LS\.store ?=
Tray | 6 | www.tray.com.br | script=\.traycdn\.com\.br|tcdn\.com\.br | link=tcdn\.com\.br
Loja Integrada | 6 | lojaintegrada.com.br | script=cdn\.awsli\.com\.br | link=cdn\.awsli\.com\.br
Volusion | 6 | www.volusion.com | script=/vspfiles/ | link=/vspfiles/ | cookie=^vsettings$
3dcart | 6 | www.shift4shop.com | cookie=^3dvisit$ | header.x-powered-by=3dcart | header.set-cookie=\b3dvisit
Ecwid | 6 | www.ecwid.com | host=app.ecwid.com | host=app.business.shop
Big Cartel | 6 | www.bigcartel.com | meta.generator=^big cartel | host=assets.bigcartel.com
Squarespace Commerce | 6 | www.squarespace.com | dom=.sqs-add-to-cart-button | ? Squarespace
Wix eCommerce | 6 | www.wix.com/ecommerce | dom=[data-hook="product-list-grid-item"] | ? Wix
Weebly eCommerce | 6 | www.weebly.com | dom=.wsite-com-product ~80 | ? Weebly
Square Online | 6 | squareup.com | host=cdn3.editmysite.com | inline=square-?online
osCommerce | 6 | www.oscommerce.com | cookie=^osCsid$ | > PHP, MySQL
Zen Cart | 6 | www.zen-cart.com | meta.generator=^shopping cart program by zen cart|zen-cart | cookie=^zenid$ | > PHP
X-Cart | 6 | www.x-cart.com | cookie=^xid_[a-z0-9]{5} ~60 | meta.generator=^x-cart(?: ([\d.]+))? | > PHP
CS-Cart | 6 | www.cs-cart.com | html=Powered by <a [^>]{0,40}cs-cart | cookie=^sid_customer_ | > PHP
CubeCart | 6 | www.cubecart.com | meta.generator=^cubecart | html=Powered by CubeCart | > PHP
Gambio | 6 | www.gambio.de | script=gm_javascript\.js\.php | html=<!-- *Gambio ~80 | > PHP
xt:Commerce | 6 | www.xt-commerce.com | meta.generator=^xt:commerce(?: ([\d.]+))? | > PHP
modified eCommerce | 6 | www.modified-shop.org | meta.generator=modified ecommerce shopsoftware | cookie=^MODsid$ | > PHP
JTL Shop | 6 | www.jtl-software.de | cookie=^JTLSHOP$ | script=jtl-shop ~50 | > PHP
OXID eShop | 6 | www.oxid-esales.com | inline=oxid(?:Id|esales) ~50 | html=<!-- *OXID eShop | cookie=^oxidadminprofile$
| cookie=^sid_key$ ~60 | > PHP
plentyShop LTS | 6 | www.plentymarkets.com | header.x-plenty-shop | script=plugins/ceres | cookie=^plentyID$ ~70
EPages | 6 | epages.com | header.x-epages-requestid | header.x-powered-by=^epages
Lightspeed eCom | 6 | www.lightspeedhq.com | host=cdn.webshopapp.com | host=cdn.shoplightspeed.com
Sylius | 6 | sylius.com | html=data-sylius- ~70 | script=/bundles/sylius | > Symfony
Spryker | 6 | spryker.com | header.x-powered-by=spryker | > PHP
Bagisto | 6 | bagisto.com | cookie=^bagisto_session$ | > Laravel
Spree | 6 | spreecommerce.org | script=/assets/spree/ | cookie=^_spree_ ~80 | > Ruby on Rails
Solidus | 6 | solidus.io | html=solidus_frontend ~70 | > Ruby on Rails
nopCommerce | 6 | www.nopcommerce.com | meta.generator=^nopcommerce | cookie=^\.Nop\. | cookie=^Nop\.customer$ | > Microsoft ASP.NET
Virto Commerce | 6 | virtocommerce.com | meta.generator=^virto commerce | > Microsoft ASP.NET
VirtueMart | 6 | virtuemart.net | html=id="vmMainPage" | cookie=^virtuemart$ | script=/com_virtuemart/ | > Joomla
J2Store | 6 | www.j2store.org | script=/media/j2store/ | > Joomla
Drupal Commerce | 6 | drupalcommerce.org | script=/modules/(?:contrib/)?commerce/ | dom=[class*="commerce-product"] ~60 | ? Drupal
Ubercart | 6 | www.drupal.org/project/ubercart | script=/uc_cart/ | > Drupal
Cafe24 | 6 | www.cafe24.com | script=(?:img|static)\.echosting\.cafe24\.com | inline=EC_GLOBAL_DATETIME | host=img.echosting.cafe24.com
MakeShop | 6 | www.makeshop.co.jp | script=gigaplus\.makeshop\.jp | link=makeshop\.jp
EC-CUBE | 6 | www.ec-cube.net | cookie=^(?:ECSESSID|eccube)$ | script=/(?:ec-?cube)[^ ]{0,60}\.js | > PHP
Shoper | 6 | www.shoper.pl | cookie=^shop_(?:sid|hash)$ ~60 | script=/skins/user/ ~60 | html=Shop engine: Shoper
Shoptet | 6 | www.shoptet.cz | host=cdn.myshoptet.com | inline=shoptet\.(?:config|design) | meta.web_author=^shoptet
InSales | 6 | www.insales.ru | script=static\.insales(?:-cdn)?\.(?:ru|com) | meta.insales-redefined-api-methods
Ticimax | 6 | www.ticimax.com | script=cdn\.ticimax\.(?:cloud|com) | link=cdn\.ticimax\.(?:cloud|com)
IdeaSoft | 6 | www.ideasoft.com.tr | script=\.myideasoft\.com | link=\.myideasoft\.com
Salla | 6 | salla.com | host=cdn.salla.network | host=cdn.salla.sa
Zid | 6 | zid.sa | host=assets.zid.store | host=media.zid.store
Shoplazza | 6 | www.shoplazza.com | host=cdn.shoplazza.com | cookie=^shoplazza_
SHOPLINE | 6 | shopline.com | host=cdn.shoplineapp.com | host=img.myshopline.com | host=cdn.myshopline.com
Swell | 6 | www.swell.is | host=cdn.swell.store | cookie=^swell-session$
Medusa | 6 | medusajs.com | header.x-powered-by=^medusa | > Node.js
Saleor | 6 | saleor.io | inline=\.saleor\.cloud
Snipcart | 6 | snipcart.com | host=cdn.snipcart.com | host=app.snipcart.com
Foxy.io | 6 | foxy.io | host=cdn.foxycart.com
Gumroad | 6 | gumroad.com | host=gumroad.com | host=assets.gumroad.com
Lemon Squeezy | 6 41 | www.lemonsqueezy.com | host=assets.lemonsqueezy.com
Hydrogen | 108 | hydrogen.shopify.dev | header.powered-by=shopify-?hydrogen | header.x-powered-by=hydrogen | > Shopify, React
Vue Storefront | 108 | alokai.com | dom=[data-vsf-version] ~70 | inline=__VSF_ ~60 | > Vue.js
Yotpo | 90 84 | www.yotpo.com | host=staticw2.yotpo.com | host=cdn-widgetsrepository.yotpo.com
Judge.me | 90 | judge.me | host=cdn.judge.me | host=judge.me
Loox | 90 | loox.io | host=loox.io
Stamped.io | 90 | stamped.io | host=cdn1.stamped.io | host=cdn-stamped-io.azureedge.net
Bazaarvoice | 90 | www.bazaarvoice.com | host=apps.bazaarvoice.com | host=display.ugc.bazaarvoice.com
PowerReviews | 90 | www.powerreviews.com | host=ui.powerreviews.com
Trustpilot | 90 | www.trustpilot.com | host=widget.trustpilot.com
Trusted Shops | 90 | www.trustedshops.com | host=widgets.trustedshops.com
REVIEWS.io | 90 | www.reviews.io | host=widget.reviews.co.uk | host=widget.reviews.io
eKomi | 90 | www.ekomi.de | host=connect.ekomi.de | host=smart-widget-assets.ekomiapps.de
Feefo | 90 | www.feefo.com | host=api.feefo.com
Nosto | 76 | www.nosto.com | host=connect.nosto.com | meta.nosto-version
Algolia | 29 | www.algolia.com | library=algoliasearch | library=instantsearch | inline=algolia(?:ApplicationId|AppId|_app_id) ~80
Klevu | 29 | www.klevu.com | host=js.klevu.com
Searchspring | 29 | searchspring.com | host=cdn.searchspring.net
Doofinder | 29 | www.doofinder.com | host=cdn.doofinder.com
Elasticsearch | 29 | www.elastic.co
Recharge | 6 100 | getrecharge.com | host=static.rechargecdn.com
Smile | 84 | smile.io | host=js.smile.io | host=cdn.sweettooth.io
LoyaltyLion | 84 | loyaltylion.com | host=sdk.loyaltylion.net
Rebuy | 76 100 | www.rebuyengine.com | host=rebuyengine.com | host=cdn.rebuyengine.com
Gorgias | 52 | www.gorgias.com | host=config.gorgias.chat | host=assets.gorgias.chat
`;
